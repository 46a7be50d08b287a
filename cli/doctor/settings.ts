import { X509Certificate } from 'node:crypto';
import { chmodSync, readFileSync, statSync } from 'node:fs';
import { isIP } from 'node:net';
import { dangers, settingWarnings } from '../../server/settings.ts';
import { Repository } from '../backup/repository.ts';
import { type CheckDefinition, type Finding, ok, type Patient } from './check.ts';

const DAY_MS = 86_400_000;
/** Days before the end of a certificate from which somebody should look. */
const SOON_DAYS = 14;
/** Two days without one mean that whatever makes them has stopped. */
const BACKUP_MS = 26 * 3_600_000;

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
    look({ backups, now }) {
      if (backups === undefined)
        return {
          state: 'degraded',
          says: 'nobody said where backups are',
          mend: 'Make one, and name its folder here: easel backup now --to <folder>, easel doctor --backups <folder>',
        };
      const [newest] = Repository.open(backups).manifests();
      if (!newest)
        return { state: 'failed', says: `${backups} holds no finished backup`, mend: `easel backup now --to ${backups}` };
      const age = now.getTime() - Date.parse(newest.at);
      const hours = Math.round(age / 3_600_000);
      if (age < BACKUP_MS) return ok(`the newest backup is ${hours} hours old`);
      return {
        state: 'degraded',
        says: `the newest backup is ${hours} hours old`,
        mend: `See what should make them, and make one: easel backup now --to ${backups}`,
      };
    },
  },
];

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
