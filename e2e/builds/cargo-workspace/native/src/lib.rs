extern "C" {
    fn gcd(a: u32, b: u32) -> u32;
}

pub fn greatest_common_divisor(a: u32, b: u32) -> u32 {
    unsafe { gcd(a, b) }
}
