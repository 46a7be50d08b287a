/**
 * A server that breaks its first promise: it reports every commit as durable one commit early, on a disk that
 * takes 20 ms. It proves that the durability test detects this.
 */
import { pino } from 'pino';
import { createEasel } from '../../../dist/server/app.js';
import { systemClock } from '../../../dist/server/clock.js';
import { readSettings } from '../../../dist/server/settings.js';

const log = pino({ level: 'info' });
const fatal = (cause) => {
  log.fatal({ err: cause }, 'the server ends');
  process.exit(1);
};

function early(driver) {
  let before = Promise.resolve();
  const commit = async (commits) => {
    await before;
    before = new Promise((go) => systemClock.after(20, go)).then(() => driver.commit(commits)).catch(fatal);
    return commits.map(() => ({ is: 'durable' }));
  };
  const get = (target, name) => {
    if (name === 'commit') return commit;
    return typeof target[name] === 'function' ? target[name].bind(target) : target[name];
  };
  return new Proxy(driver, { get });
}

const easel = await createEasel({ settings: readSettings(process.env), clock: systemClock, log, fatal, wrapDriver: early });
log.info({ address: await easel.http.listen() }, 'listening');
