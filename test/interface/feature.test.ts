import { expect, test } from 'vitest';
import { jsonText } from '../../model/json.ts';
import { Schema } from '../../model/json-schema.ts';
import { User } from '../../model/resources/accounts/user.ts';
import { feature } from '../../server/feature.ts';
import { type FeatureDeps, features } from '../../server/features.ts';
import { tags } from '../../server/http/answers/tags.ts';
import { repeated } from '../../server/jobs/job.ts';
import type { Store } from '../../server/store/store.ts';
import { startEasel } from '../kit/easel.ts';
import { until } from '../kit/until.ts';

const HOUR = 3_600_000;

/** Counts the accounts that are made from now on. */
class Newcomers {
  count = 0;
  readonly stop: () => void;

  constructor({ feed }: Pick<Store, 'feed'>) {
    this.stop = feed.follow(({ changes }) => {
      this.count += changes.filter(({ kind, before }) => kind === User && !before).length;
    });
  }
}

/** A feature as CONTRIBUTING.md describes it, with a part of its own, one route and one job. `events`: what it did. */
const newcomersFeature = (events: string[]) =>
  feature({
    make: ({ store }: Pick<FeatureDeps, 'store' | 'clock' | 'leases' | 'rules'>) => ({ newcomers: new Newcomers(store) }),
    routes: ({ rules, newcomers }) => [
      {
        method: 'GET',
        path: '/newcomers',
        operation: 'countNewcomers',
        tag: tags.users,
        summary: 'How many accounts were made in this hour',
        about: 'Only on this server.',
        file: 'server/newcomers/routes/newcomers.ts',
        access: rules.administrator,
        answer: Schema.Object({ count: Schema.Integer() }, { title: 'Newcomers' }),
        handle: () => jsonText({ count: newcomers.count }),
      },
    ],
    jobs: ({ clock, leases, newcomers }) => [
      repeated(
        { clock, leases },
        {
          name: 'the count of newcomers',
          runsOn: 'one node',
          everyMs: HOUR,
          async run() {
            events.push(`${newcomers.count} in an hour`);
            newcomers.count = 0;
          },
        },
      ),
    ],
    close: ({ newcomers }) => {
      newcomers.stop();
      events.push('closed');
    },
  });

test('a feature is a folder and a line: its route, its job and its part, which learns what changed and is closed', async () => {
  const events: string[] = [];
  const easel = await startEasel({ features: [...features, newcomersFeature(events)] });
  const { count } = (await easel.admin.get('/newcomers')).body;
  const ann = await easel.user({ name: 'ann' });
  expect(await easel.admin.get('/newcomers')).toMatchObject({ status: 200, body: { count: count + 1 } });
  expect(await ann.get('/newcomers')).toMatchObject({ status: 403 });
  expect(await easel.anonymous.get('/newcomers')).toMatchObject({ status: 401 });
  easel.clock.advance(HOUR);
  await until(() => events.length > 0);
  expect(await easel.admin.get('/newcomers')).toMatchObject({ status: 200, body: { count: 0 } });
  await easel.close();
  expect(events).toEqual([`${count + 1} in an hour`, 'closed']);
});
