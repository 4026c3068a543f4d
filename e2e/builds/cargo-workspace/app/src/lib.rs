pub fn shortened(above: u32, below: u32) -> String {
    let by = native::greatest_common_divisor(above, below);
    let mut buffers = (itoa::Buffer::new(), itoa::Buffer::new());
    format!("{}/{}", buffers.0.format(above / by), buffers.1.format(below / by))
}
