void sort(int *values, int count);
