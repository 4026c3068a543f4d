package io.agentservice.redaction;

import java.util.Arrays;

/** A hash table of numbers by evenly spread keys; nothing is removed. One writer only. */
final class LongTable {
  static final int ABSENT = Integer.MIN_VALUE;

  private static final int FIRST = 16;

  private long[] keys = new long[FIRST];
  private int[] values = new int[FIRST];
  private int size;

  LongTable() {
    Arrays.fill(values, ABSENT);
  }

  /** Bytes that it takes. */
  long size() {
    return (long) keys.length * (Long.BYTES + Integer.BYTES);
  }

  int get(long key) {
    return values[place(keys, values, key)];
  }

  void put(long key, int value) {
    if (2 * (size + 1) > keys.length) {
      grow();
    }
    int place = place(keys, values, key);
    if (values[place] == ABSENT) {
      size++;
    }
    keys[place] = key;
    values[place] = value;
  }

  private void grow() {
    var moreKeys = new long[2 * keys.length];
    var moreValues = new int[moreKeys.length];
    Arrays.fill(moreValues, ABSENT);
    for (int i = 0; i < keys.length; i++) {
      if (values[i] != ABSENT) {
        int place = place(moreKeys, moreValues, keys[i]);
        moreKeys[place] = keys[i];
        moreValues[place] = values[i];
      }
    }
    keys = moreKeys;
    values = moreValues;
  }

  /** The key's slot, or where it would be. */
  private static int place(long[] keys, int[] values, long key) {
    int last = keys.length - 1;
    int place = (int) (key >>> 32) & last;
    while (values[place] != ABSENT && keys[place] != key) {
      place = (place + 1) & last;
    }
    return place;
  }
}
