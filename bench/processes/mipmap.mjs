/**
 * The imaging library without a server: makes the picture, and renders levels of it as the server does.
 */
import sharp from 'sharp';
import { answerCalls } from '../lib/calls.mjs';

sharp.cache(false);
sharp.concurrency(1);

answerCalls({
  /** A JPEG of soft noise, which is as much work as a photograph. */
  async make({ file, width, height }) {
    const noise = { type: 'gaussian', mean: 128, sigma: 40 };
    const small = sharp({ create: { width: width / 8, height: height / 8, channels: 3, background: '#888', noise } });
    const bytes = await small.png().toBuffer();
    await sharp(bytes).resize(width, height).jpeg({ quality: 85 }).toFile(file);
  },
  /** Milliseconds to render one level, from file to file. */
  async level({ from, to, width, height }) {
    const before = performance.now();
    await sharp(from, { autoOrient: true }).resize(width, height, { fit: 'fill' }).webp({ quality: 80, effort: 2 }).toFile(to);
    return performance.now() - before;
  },
});
