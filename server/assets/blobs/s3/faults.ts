/** What the SDK tells about a failed request. Its texts may name keys, so only codes are passed on. */
interface SdkFault {
  readonly name?: string;
  readonly code?: string;
  readonly $metadata?: { readonly httpStatusCode?: number };
}

/** `AccessDenied`, `ECONNREFUSED` */
export function codeOf(cause: unknown): string {
  const { code, name } = cause as SdkFault;
  return [code, name].find((one) => one && one !== 'Error' && /^\w+$/.test(one)) ?? 'no answer';
}

export const statusOf = (cause: unknown): number | undefined => (cause as SdkFault).$metadata?.httpStatusCode;

/** There is no such object, or no such upload; not when the whole bucket is missing. */
export const isMissing = (cause: unknown): boolean => statusOf(cause) === 404 && codeOf(cause) !== 'NoSuchBucket';

/** Why a bucket cannot be used at all, for the person who set it up. */
export function explained(cause: unknown): string {
  const code = codeOf(cause);
  const known = Object.entries(reasons).find(([, codes]) => codes.includes(code))?.[0];
  if (known) return `${known} (${code})`;
  if (/region is missing/i.test((cause as Error).message)) return 'the region is missing';
  if (statusOf(cause) === 301) return 'it is in another region';
  return code;
}

const reasons: Readonly<Record<string, readonly string[]>> = {
  'there are no keys: set EASEL_ASSETS_ACCESS_KEY and EASEL_ASSETS_SECRET_KEY': ['CredentialsProviderError'],
  'the store does not take the keys': [
    'InvalidAccessKeyId',
    'SignatureDoesNotMatch',
    'InvalidToken',
    'ExpiredToken',
    'Unauthorized',
  ],
  'the keys do not allow to list it': ['AccessDenied', 'Forbidden'],
  'there is no such bucket': ['NoSuchBucket', 'NotFound'],
  'it is in another region': ['PermanentRedirect', 'AuthorizationHeaderMalformed', 'IllegalLocationConstraintException'],
  'the store does not answer': [
    'ECONNREFUSED',
    'ENOTFOUND',
    'EAI_AGAIN',
    'ETIMEDOUT',
    'ECONNRESET',
    'EHOSTUNREACH',
    'TimeoutError',
  ],
};
