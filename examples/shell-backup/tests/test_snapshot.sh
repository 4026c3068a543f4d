test_a_snapshot_holds_the_files() {
  file share/a.txt one
  file share/deep/er/b.txt two
  snapshot 20260301T020000Z share
  assert_same_tree share store/20260301T020000Z/files
}

test_an_unchanged_file_is_linked_and_a_changed_one_copied() {
  file share/same.txt same
  file share/changes.txt before
  snapshot 20260301T020000Z share
  file share/changes.txt after
  assert_equals "20260302T020000Z: 1 copied, 1 linked" "$(snapshot 20260302T020000Z share)"
  assert_equals before "$(cat store/20260301T020000Z/files/changes.txt)"
}

test_a_snapshot_is_never_overwritten() {
  file share/a.txt one
  snapshot 20260301T020000Z share
  assert_fails snapshot 20260301T020000Z share
}

test_what_a_crash_left_behind_is_not_listed() {
  file share/a.txt one
  mkdir -p store/.partial-20260228T020000Z/files
  snapshot 20260301T020000Z share
  assert_equals 20260301T020000Z "$("$backup" list store)"
}
