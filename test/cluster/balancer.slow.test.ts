import { expect, onTestFinished, test } from 'vitest';
import { lackOfPrograms } from '../../scripts/steps/programs.mjs';
import { Balancer } from '../kit/cluster/balancer.ts';
import { cluster } from '../kit/cluster/cluster.ts';
import { Rounds } from '../kit/cluster/rounds.ts';
import { S3Server } from '../kit/s3/s3-server.ts';

test.skipIf(lackOfPrograms() !== undefined)(
  'killing any one process changes nothing of what follows from the definitions but a few retries',
  async () => {
    const files = await new S3Server().start();
    onTestFinished(() => files.close());
    const installation = await cluster({ nodes: 3, away: 0, env: files.env() });
    const balancer = await new Balancer(installation.nodes).start();
    onTestFinished(() => balancer.close());
    const rounds = await Rounds.run(balancer, installation.kills);
    console.log(rounds.text);
    expect(rounds.problems).toEqual([]);
    expect(installation.surprises()).toEqual([]);
    expect(await installation.auditFault()).toBeUndefined();
    expect(rounds.killed.length).toBeGreaterThanOrEqual(installation.kills.length);
    expect(rounds.done).toBeGreaterThanOrEqual(rounds.steps.length);
    expect(rounds.repeated).toBeLessThanOrEqual(rounds.mostRepeated);
  },
  300_000,
);
