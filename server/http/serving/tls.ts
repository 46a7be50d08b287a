import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createSecureContext, type SecureContextOptions } from 'node:tls';
import type { HttpSettings } from '../deps.ts';

type TlsSettings = Pick<HttpSettings, 'tlsCert' | 'tlsKey'>;

export const isTlsOn = ({ tlsCert, tlsKey }: TlsSettings): boolean => tlsCert !== '' && tlsKey !== '';

/** Forward secrecy only: no RSA key exchange, no CBC (interface/conventions 1.8). */
const suites = [
  'TLS_AES_128_GCM_SHA256',
  'TLS_AES_256_GCM_SHA384',
  'TLS_CHACHA20_POLY1305_SHA256',
  ...['AES128-GCM-SHA256', 'AES256-GCM-SHA384', 'CHACHA20-POLY1305'].flatMap((cipher) => [
    `ECDHE-ECDSA-${cipher}`,
    `ECDHE-RSA-${cipher}`,
  ]),
].join(':');

/** Reads the certificate and its key. Throws one clear sentence when they cannot be used, before anything listens. */
export function loadCertificates({ tlsCert, tlsKey }: TlsSettings): SecureContextOptions {
  const cert = readPem('EASEL_TLS_CERT', tlsCert);
  const key = readPem('EASEL_TLS_KEY', tlsKey);
  const options: SecureContextOptions = { cert, key, minVersion: 'TLSv1.2', ciphers: suites };
  try {
    createSecureContext(options);
    // Node accepts a key of the wrong kind (RSA, EC) without complaint, and then every handshake fails
    if (!new X509Certificate(cert).checkPrivateKey(createPrivateKey(key))) throw new Error('key values mismatch');
  } catch (error) {
    throw new Error(`EASEL_TLS_CERT and EASEL_TLS_KEY cannot be used together: ${(error as Error).message}`);
  }
  return options;
}

function readPem(setting: string, path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    throw new Error(`${setting}: ${(error as Error).message}`);
  }
}
