import { z } from "zod";

const Person = z.object({ name: z.string(), age: z.number().int() });

export function nameOf(json: string): string {
  return Person.parse(JSON.parse(json)).name;
}
