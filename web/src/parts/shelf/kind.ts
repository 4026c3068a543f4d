// What a screen with a list and an editor says of its records; all else is the same for all of them.
import type { ComponentChildren, FunctionComponent } from 'preact';
import type { Page } from '../../api/types.ts';
import type { Form, Values } from './form.ts';
import type { Shelf } from './store.ts';

/** How one is taken away, where that is not to delete it. */
export interface Removal<T> {
  verb: string;
  /** What comes of it. */
  says: string;
  /** What stays in the list; absent: nothing. */
  leaves?: T;
}

export interface Kind<T> {
  title: string;
  /** One of them, as in a sentence. */
  one: string;
  permission: string;
  /** What making one needs, where the reader lacks it. */
  lacks?: string | null;
  /** What making one is called, and the button that does it. */
  adding?: { link: string; button: string };
  /** Why the list can't be read, where one may be made all the same. */
  unseen?: string | null;
  address: string;
  /** The same in a terminal. */
  command: string;
  page: (after: string | undefined) => Promise<Page<T>>;
  /** Null where one can't be asked for by itself. */
  get: ((id: string) => Promise<T>) | null;
  id: (item: T) => string;
  name: (item: T) => string;
  /** In which a search looks, beside the name. */
  text: (item: T) => string;
  /** Why it can't be changed here; null when it can. */
  fixed: (item: T) => string | null;
  /** It is taken away also where it can't be changed. */
  removable?: true;
  /** What the form shows of one, or of a new one. */
  values: (item: T | null) => Values;
  /** What comes back may be another one, in place of the one that was. */
  save: (item: T | null, values: Values, key: string) => Promise<T>;
  /** Whether what was saved has changed others of the list too. */
  spreads?: (saved: T) => boolean;
  remove: (item: T) => Promise<unknown>;
  /** Null: there is nothing to be taken away. */
  removal?: (item: T) => Removal<T> | null;
  Facts: FunctionComponent<{ item: T }>;
  Fields: FunctionComponent<{ form: Form; item: T | null }>;
  /** Beside the search. */
  Filters?: FunctionComponent<{ shelf: Shelf<T> }>;
  /** Beside the buttons of the editor. */
  Actions?: FunctionComponent<{ item: T; shelf: Shelf<T> }>;
  /** Below the editor: what belongs to one. */
  Parts?: FunctionComponent<{ item: T; shelf: Shelf<T> }>;
  /** Around the form of a new one. */
  Create?: FunctionComponent<{ shelf: Shelf<T>; children: ComponentChildren }>;
}
