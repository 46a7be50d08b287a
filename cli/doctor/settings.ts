import { X509Certificate } from 'node:crypto';
import { chmodSync, readFileSync, statSync } from 'node:fs';
import { isIP } from 'node:net';
import { dangers, settingWarnings } from '../../server/settings.ts';
import { Repository } from '../backup/repository.ts';
import { type CheckDefinition, type Finding, ok, type Patient } from './check.ts';

const DAY_MS = 86_400_000;
/** Days before the end of a certificate from which somebody should look. */
const SOON_DAYS = 14;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** More than a day without one means that whatever makes them has stopped. */
const BACKUP_MS = 26 * HOUR_MS;
/** The time that a server takes to start and to make one, beside two intervals. */
const LATE_MS = 10 * MINUTE_MS;

export const settingChecks: readonly CheckDefinition[] = [
  {
    name: 'settings',
    costs: 'little',
    look({ settings, env }) {
      const lines = [...settingWarnings(env), ...dangers(settings)];
      if (lines.length === 0) return ok('every setting is known, and none is dangerous');
      return { state: 'degraded', says: lines[0]!, mend: 'See docs/settings.md: easel settings', details: lines.slice(1) };
    },
  },
  {
    name: 'certificate',
    costs: 'little',
    look(patient) {
      if (patient.settings.tlsCert === '') return undefined;
      return lookAtCertificate(patient);
    },
  },
  {
    name: 'backup',
    costs: 'little',
    look: ({ backups, settings, now }) =>
      backups === undefined ? NO_PLACE : ageOf(backups, settings.backupUrl === backups ? settings.backupEveryMinutes : 0, now),
  },
];

const NO_PLACE: Finding = {
  state: 'degraded',
  says: 'nobody said where backups are',
  mend: 'Set EASEL_BACKUP_URL, and the server makes some; or make one and name its folder: easel backup now --to <folder>, easel doctor --backups <folder>',
};

/** @param everyMinutes between two backups that the server makes; 0: somebody else makes them */
function ageOf(backups: string, everyMinutes: number, now: Date): Finding {
  const [newest] = Repository.open(backups).readable().whole;
  const make = `easel backup now --to ${backups}`;
  if (!newest) return { state: 'failed', says: `${backups} holds no finished backup`, mend: make };
  const age = now.getTime() - Date.parse(newest.at);
  const says = `the newest backup is ${ageText(age)} old`;
  if (age < (everyMinutes === 0 ? BACKUP_MS : 2 * everyMinutes * MINUTE_MS + LATE_MS)) return ok(says);
  return { state: 'degraded', says, mend: `See what should make them (easel logs --level error), and make one: ${make}` };
}

const ageText = (ms: number): string =>
  ms < 2 * HOUR_MS ? `${Math.round(ms / MINUTE_MS)} minutes` : `${Math.round(ms / HOUR_MS)} hours`;

function lookAtCertificate({ settings, now }: Patient): Finding {
  const { tlsCert, tlsKey, externalUrl } = settings;
  const certificate = new X509Certificate(readFileSync(tlsCert));
  const ends = new Date(certificate.validTo);
  const days = Math.floor((ends.getTime() - now.getTime()) / DAY_MS);
  const renew = 'Renew it, and reload it with SIGHUP or POST /server-config/reload-certs.';
  if (days < 0) return { state: 'failed', says: `the certificate ended on ${certificate.validTo}`, mend: renew };
  const name = externalUrl === '' ? undefined : new URL(externalUrl).hostname;
  if (name !== undefined && !isFor(certificate, name))
    return { state: 'failed', says: `the certificate is not for ${name}, the name in EASEL_EXTERNAL_URL`, mend: renew };
  if (days < SOON_DAYS) return { state: 'degraded', says: `the certificate ends in ${days} days`, mend: renew };
  const { mode } = statSync(tlsKey);
  if (process.platform !== 'win32' && (mode & 0o007) !== 0)
    return {
      state: 'degraded',
      says: `every account of this machine can read the private key ${tlsKey}`,
      mend: `chmod o= ${tlsKey}`,
      fix: { will: `take the rights of all others from ${tlsKey}`, run: async () => closeToAll(tlsKey) },
    };
  return ok(`the certificate is valid for ${days} more days`);
}

const isFor = (certificate: X509Certificate, name: string): boolean =>
  (isIP(name) === 0 ? certificate.checkHost(name) : certificate.checkIP(name)) !== undefined;

function closeToAll(path: string): string {
  chmodSync(path, statSync(path).mode & 0o7770);
  return `${path} is closed to other accounts now`;
}
