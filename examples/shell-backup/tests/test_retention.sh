days() {
  file share/a.txt one
  for day in "$@"; do snapshot "${day}T020000Z" share; done
}

test_prune_keeps_the_newest() {
  days 20260301 20260302 20260303
  printf 'keep_newest=2\nkeep_months=0\n' >conf
  BACKUP_CONF=./conf "$backup" prune store
  assert_equals "20260302T020000Z 20260303T020000Z" "$("$backup" list store | tr '\n' ' ' | sed 's/ $//')"
}

test_prune_keeps_the_last_of_each_month() {
  days 20260115 20260131 20260214 20260228 20260301 20260302
  printf 'keep_newest=1\nkeep_months=2\n' >conf
  BACKUP_CONF=./conf "$backup" prune store
  assert_equals "20260228T020000Z 20260302T020000Z" "$("$backup" list store | tr '\n' ' ' | sed 's/ $//')"
}

test_prune_refuses_to_delete_everything() {
  days 20260301
  printf 'keep_newest=0\n' >conf
  BACKUP_CONF=./conf assert_fails "$backup" prune store
}
