/**
 * The server with everything but a disk: its database reports each commit as durable at once. Its speed is the highest
 * that routes, validation and answers allow.
 */
import { pino } from 'pino';
import { createEasel } from '../../dist/server/app.js';
import { systemClock } from '../../dist/server/clock.js';
import { readSettings } from '../../dist/server/settings.js';

const DURABLE = { is: 'durable' };

function acknowledging(driver) {
  driver.commit = async (commits) => commits.map(() => DURABLE);
  return driver;
}

const settings = readSettings(process.env);
const fatal = (cause) => {
  console.error(cause);
  process.exit(1);
};
const log = pino({ level: settings.logLevel });
const easel = await createEasel({ settings, clock: systemClock, log, fatal, wrapDriver: acknowledging });
await easel.http.listen();
process.once('SIGTERM', () => easel.close().finally(() => process.exit()));
