// What a section of the screen says of its setting; all else is the same for all of them.
import type { FunctionComponent } from 'preact';
import type { Form, Values } from '../../parts/shelf/form.ts';

export interface Setting<T> {
  id: string;
  title: string;
  /** What changing it needs. */
  needs: string;
  reads: boolean;
  writes: boolean;
  get: () => Promise<T>;
  values: (kept: T) => Values;
  put: (values: Values) => Promise<T>;
  /** Says what may go wrong for good, where something may; it is asked about first. */
  warns?: (values: Values) => string | null;
  /** Lets something else count in its place, once `says` was confirmed; null where it does. */
  clear?: (kept: T) => { label: string; says: string; act: () => Promise<T> } | null;
  Fields: FunctionComponent<{ form: Form; kept: T }>;
}
