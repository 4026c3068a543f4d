#[test]
fn a_fraction() {
    assert_eq!(app::shortened(12, 18), "2/3");
    std::fs::write(std::env::var("PROOF").unwrap(), "tested").unwrap();
}
