use serde::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
struct Pair {
    left: i32,
    right: i32,
}

fn swapped(json: &str) -> serde_json::Result<String> {
    let pair: Pair = serde_json::from_str(json)?;
    serde_json::to_string(&Pair { left: pair.right, right: pair.left })
}

fn main() {
    println!("{}", swapped(r#"{"left": 1, "right": 2}"#).unwrap());
}

#[cfg(test)]
mod tests {
    #[test]
    fn is_swapped() {
        let swapped = super::swapped(r#"{"left": 1, "right": 2}"#).unwrap();
        assert_eq!(swapped, r#"{"left":2,"right":1}"#);
        std::fs::write(std::env::var("PROOF").unwrap(), swapped).unwrap();
    }
}
