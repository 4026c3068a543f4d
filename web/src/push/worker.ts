// The service worker: shows what is pushed while no page needs to be open. It controls no page and keeps nothing.
import { ours, pageFor, readPush } from './told.ts';

interface Page {
  url: string;
  focus(): Promise<unknown>;
  postMessage(message: unknown): void;
}

interface Happens {
  waitUntil(work: Promise<unknown>): void;
}

interface Worker {
  location: { origin: string };
  registration: { showNotification(title: string, options: NotificationOptions): Promise<void> };
  clients: {
    matchAll(options: { type: 'window'; includeUncontrolled: boolean }): Promise<Page[]>;
    openWindow(url: string): Promise<unknown>;
  };
  skipWaiting(): Promise<void>;
  addEventListener(type: 'install', listener: (event: Happens) => void): void;
  addEventListener(type: 'push', listener: (event: Happens & { data: { text(): string } | null }) => void): void;
  addEventListener(
    type: 'notificationclick',
    listener: (event: Happens & { notification: Notification }) => void,
  ): void;
}

const worker = self as unknown as Worker;

worker.addEventListener('install', event => event.waitUntil(worker.skipWaiting()));

worker.addEventListener('push', event => {
  const { title, body, tag, url } = readPush(event.data?.text(), worker.location.origin);
  event.waitUntil(worker.registration.showNotification(title, { body, tag, data: url }));
});

worker.addEventListener('notificationclick', event => {
  event.notification.close();
  event.waitUntil(open(ours(event.notification.data, worker.location.origin)));
});

async function open(url: string) {
  const pages = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const found = pageFor(pages, url);
  if (!found) return worker.clients.openWindow(url);
  if (!found.there) found.page.postMessage({ open: url });
  return found.page.focus();
}
