export function clock(time) {
  return [time.getHours(), time.getMinutes()].map((n) => String(n).padStart(2, "0")).join(":");
}
