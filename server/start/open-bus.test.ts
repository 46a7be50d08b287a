import { expect, test } from 'vitest';
import { systemClock } from '../clock.ts';
import { readSettings } from '../settings.ts';
import { openBus } from './open-bus.ts';

const open = (databaseUrl: string, eventsUrl: string) =>
  openBus({ settings: { databaseUrl, eventsUrl }, clock: systemClock, node: 'a', installation: () => undefined });

test('one server alone tells nobody, and says so when it is told to', async () => {
  expect([await open('sqlite:', ''), await open('sqlite:', 'memory:')]).toEqual([undefined, undefined]);
  for (const events of ['postgres:', 'nats://localhost']) {
    await expect(open('sqlite:', events)).rejects.toThrow(
      'EASEL_EVENTS_URL is for several servers, which need a PostgreSQL: see EASEL_DATABASE_URL',
    );
  }
});

test('several servers use their database, unless the setting names another way; one that is away keeps none from starting', async () => {
  expect(await open('postgres://127.0.0.1:9/x', 'memory:')).toBeUndefined();
  for (const events of ['', 'postgres:', 'nats://127.0.0.1:9', 'tls://a:b@127.0.0.1:9']) {
    const bus = await open('postgres://127.0.0.1:9/x?schema=two', events);
    expect(bus?.isUp).toBe(false);
    await bus?.close();
  }
});

test('the setting takes no other address, and shows no secret', () => {
  expect(readSettings({ EASEL_EVENTS_URL: 'nats://a:b@host:4222' }).eventsUrl).toBe('nats://a:b@host:4222');
  for (const wrong of ['nats:', 'redis://geheim@host', 'postgres://geheim@host/x', 'nats://']) {
    expect(() => readSettings({ EASEL_EVENTS_URL: wrong })).toThrow(
      'EASEL_EVENTS_URL must be memory:, postgres:, nats://host:4222 or tls://host:4222',
    );
    expect(() => readSettings({ EASEL_EVENTS_URL: wrong })).not.toThrow('geheim');
  }
});
