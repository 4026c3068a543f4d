// This browser as one that is told, also while no page of ours is open.
import { answer, api } from '../api/client.ts';
import { boot } from '../boot.ts';
import { ours } from './told.ts';

const WORKER = '/app/worker.js';
const SCOPE = '/app/';
/** The id under which the server knows this browser. */
const KEPT = 'agent-push';
const PATIENCE = 10_000;
const LEAVING = 3000;

interface Policy {
  createScriptURL(text: string): string;
}

declare global {
  interface Window {
    trustedTypes?: { createPolicy(name: string, rules: Policy): Policy };
  }
}

/** Of people only: nobody looks after a service user's sessions. */
export const canPush = boot.user_id !== null && !!navigator.serviceWorker && 'PushManager' in window;

/** The one address of a program that is taken from a text, and it is this. */
let policy: Policy | undefined;
const address = () => {
  policy ??= window.trustedTypes?.createPolicy('agent-worker', { createScriptURL: () => WORKER });
  return policy ? policy.createScriptURL('') : WORKER;
};

const known = async () => (canPush ? navigator.serviceWorker.getRegistration(SCOPE) : undefined);

/** Whether the worker shows what comes, so that pages need not. */
export async function isPushed(): Promise<boolean> {
  return localStorage.getItem(KEPT) !== null && !!(await (await known())?.pushManager.getSubscription());
}

export const thisBrowser = () => localStorage.getItem(KEPT);

/** Throws what the browser says when it can't reach its push service, and refusals of ours. */
export async function subscribe(): Promise<void> {
  const { public_key } = await answer(api.GET('/v3beta1/self/push-key'));
  const registration = await navigator.serviceWorker.register(address(), { scope: SCOPE });
  await active(registration);
  const key = bytes(public_key);
  let subscription = await registration.pushManager.getSubscription();
  if (subscription && !same(subscription.options.applicationServerKey, key)) {
    await subscription.unsubscribe(); // of another installation at this address
    subscription = null;
  }
  subscription ??= await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  const { endpoint = '', keys = {} } = subscription.toJSON();
  const { p256dh = '', auth = '' } = keys;
  const body = { endpoint, p256dh, auth, name: nameOf(navigator.userAgent) };
  const kept = await answer(api.POST('/v3beta1/self/push-subscriptions', { body }));
  localStorage.setItem(KEPT, kept.push_subscription_id);
}

/** Here alone; the server learns of it at its next try, if it was not told. */
export async function unsubscribe(): Promise<void> {
  localStorage.removeItem(KEPT);
  await (await (await known())?.pushManager.getSubscription())?.unsubscribe();
}

/** Whoever signs out is told nothing here any more; then the form goes, also when the push service is away. */
export function signOut(event: Event) {
  if (!thisBrowser()) return;
  event.preventDefault();
  const form = event.currentTarget as HTMLFormElement;
  const late = new Promise(done => setTimeout(done, LEAVING));
  Promise.race([unsubscribe(), late])
    .catch(() => {})
    .finally(() => form.submit());
}

/** The worker is there to be pushed to when it has started. */
function active(registration: ServiceWorkerRegistration): Promise<void> {
  const starting = registration.installing ?? registration.waiting;
  if (registration.active || !starting) return Promise.resolve();
  return new Promise((done, fail) => {
    const late = setTimeout(() => fail(new Error('The browser did not start the worker')), PATIENCE);
    starting.addEventListener('statechange', () => {
      if (starting.state === 'activated') done();
      else if (starting.state === 'redundant') fail(new Error('The browser did not take the worker'));
      else return;
      clearTimeout(late);
    });
  });
}

function bytes(base64url: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64url.replaceAll('-', '+').replaceAll('_', '/')), each => each.charCodeAt(0));
}

function same(one: ArrayBuffer | null, other: Uint8Array): boolean {
  const its = new Uint8Array(one ?? new ArrayBuffer(0));
  return its.length === other.length && its.every((each, i) => each === other[i]);
}

/** By which a person tells browsers apart. */
export function nameOf(agent: string): string {
  const named = (all: [RegExp, string][]) => all.find(([pattern]) => pattern.test(agent))?.[1];
  const program = named([
    [/Edg/, 'Edge'],
    [/OPR/, 'Opera'],
    [/Firefox|FxiOS/, 'Firefox'],
    [/Chrom|CriOS/, 'Chrome'],
    [/Safari/, 'Safari'],
  ]);
  const system = named([
    [/Android/, 'Android'],
    [/iPhone|iPad/, 'iOS'],
    [/Windows/, 'Windows'],
    [/Mac OS/, 'macOS'],
    [/Linux|CrOS/, 'Linux'],
  ]);
  return `${program ?? 'A browser'}${system ? ` on ${system}` : ''}`;
}

/** A press on a notification leads here where a page is open. */
export function listen() {
  if (!canPush) return;
  navigator.serviceWorker.addEventListener('message', ({ data }: MessageEvent<{ open?: unknown }>) => {
    if (data?.open) location.assign(ours(data.open, location.origin));
  });
  navigator.serviceWorker.startMessages();
}
