class Roman {
  private static final List<List> PARTS = [[10, 'X'], [9, 'IX'], [5, 'V'], [4, 'IV'], [1, 'I']]

  static String of(int number) {
    PARTS.inject('') { text, part ->
      while (number >= part[0]) {
        text += part[1]
        number -= part[0]
      }
      text
    }
  }
}
