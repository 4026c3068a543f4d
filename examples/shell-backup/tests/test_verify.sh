test_verify_accepts_a_good_snapshot() {
  file share/a.txt one
  file share/b.txt two
  snapshot 20260301T020000Z share
  assert_equals "20260301T020000Z: complete" "$("$backup" verify store)"
}

test_verify_fails_when_a_file_is_missing() {
  file share/a.txt one
  file share/b.txt two
  snapshot 20260301T020000Z share
  rm store/20260301T020000Z/files/b.txt
  assert_fails "$backup" verify store 20260301T020000Z
}

test_verify_names_a_file_that_differs() {
  file share/a.txt one
  snapshot 20260301T020000Z share
  file store/20260301T020000Z/files/a.txt other
  case $("$backup" verify store || true) in
    *"differs: a.txt"*) ;;
    *) fail "a.txt is not named" ;;
  esac
}
