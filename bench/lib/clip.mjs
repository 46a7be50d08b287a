import { webmOf } from './webm.mjs';

const CLIP = { width: 640, height: 360, seconds: 60, rate: 25, keyEvery: 50 };

/** A video of a minute, made in a page by the encoder of its browser, so that no other program is needed. */
export async function makeClip(page) {
  const frames = await page.evaluate(encoded, CLIP);
  return webmOf(
    frames.map(({ at, isKey, text }) => ({ at, isKey, bytes: Buffer.from(text, 'base64') })),
    CLIP,
  );
}

/** Runs in the page. */
async function encoded({ width, height, seconds, rate, keyEvery }) {
  const context = new OffscreenCanvas(width, height).getContext('2d');
  const frames = [];
  const encoder = new VideoEncoder({
    output(chunk) {
      const bytes = new Uint8Array(chunk.byteLength);
      chunk.copyTo(bytes);
      let text = '';
      for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192));
      frames.push({ at: Math.round(chunk.timestamp / 1000), isKey: chunk.type === 'key', text: btoa(text) });
    },
    error: (cause) => console.error(cause),
  });
  encoder.configure({ codec: 'vp8', width, height, bitrate: 300_000, framerate: rate });
  for (let at = 0; at < seconds * rate; at++) {
    context.fillStyle = `hsl(${(at * 0.5) % 360} 35% 30%)`;
    context.fillRect(0, 0, width, height);
    context.fillStyle = '#ffffff';
    context.fillRect(0, height * 0.8, width * ((at % rate) / rate), height * 0.1);
    const frame = new VideoFrame(context.canvas, { timestamp: (at * 1e6) / rate });
    encoder.encode(frame, { keyFrame: at % keyEvery === 0 });
    frame.close();
    while (encoder.encodeQueueSize > 10) await new Promise((resolve) => setTimeout(resolve, 5));
  }
  await encoder.flush();
  return frames;
}
