test_a_restore_brings_back_what_was_saved() {
  file share/a.txt one
  file share/deep/b.txt two
  snapshot 20260301T020000Z share
  "$backup" restore store 20260301T020000Z back
  assert_same_tree share back
}

test_a_restore_brings_back_names_with_spaces() {
  file "share/monthly report.txt" figures
  file "share/Q1 and Q2/notes.txt" text
  file share/plain.txt text
  snapshot 20260301T020000Z share
  "$backup" restore store 20260301T020000Z back
  assert_same_tree share back
}

test_a_restore_leaves_a_full_directory_alone() {
  file share/a.txt one
  file back/precious.txt keep
  snapshot 20260301T020000Z share
  assert_fails "$backup" restore store 20260301T020000Z back
  assert_equals keep "$(cat back/precious.txt)"
}
