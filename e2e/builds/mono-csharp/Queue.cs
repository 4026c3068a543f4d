using System.Collections.Concurrent;
using System.Threading.Tasks;

public static class Work
{
    public static int Sum(int count)
    {
        var results = new ConcurrentBag<int>();
        Parallel.For(0, count, n => results.Add(n));
        var sum = 0;
        foreach (var n in results) sum += n;
        return sum;
    }
}
