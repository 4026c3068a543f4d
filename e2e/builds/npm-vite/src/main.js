import { clock } from "./clock.js";

document.getElementById("clock").textContent = clock(new Date());
