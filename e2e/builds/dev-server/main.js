import { nanoid } from "nanoid";

document.body.append(nanoid());
