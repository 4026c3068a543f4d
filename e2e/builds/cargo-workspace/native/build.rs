fn main() {
    cc::Build::new().file("gcd.c").compile("gcd");
}
