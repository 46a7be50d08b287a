import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { failureOf } from './failure.ts';
import { type Letter, messageOf } from './letter.ts';
import type { MailSettings } from './mail-settings.ts';

/**
 * Writes a mail as a file that mail programs open, for trials without a mail server. Whoever may read the folder can use the links,
 * so only this account may. Rejects with a MailFailure.
 */
export async function writeEml(folder: string, letter: Letter, settings: MailSettings): Promise<void> {
  const message = messageOf(letter, settings);
  const { createTransport } = await import('nodemailer');
  const transport = createTransport({
    streamTransport: true,
    buffer: true,
    newline: 'windows',
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  // In the order in which they were written
  const path = join(folder, `${new Date(letter.date).toISOString().replaceAll(':', '-')}-${letter.id}.eml`);
  try {
    const { message: bytes } = await transport.sendMail(message);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await writeFile(`${path}.part`, bytes as Buffer, { mode: 0o600 });
    // A program that watches the folder sees whole files only
    await rename(`${path}.part`, path);
  } catch (cause) {
    throw failureOf(cause, letter.to, [letter.secret ?? '']);
  }
}
