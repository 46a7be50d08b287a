import { describe, expect, it } from 'vitest';
import { typedAddress } from '../../model/web-address.ts';
import { isMixed, sandboxOf, streamWays } from './web-addresses.ts';

describe('a typed address', () => {
  it.each([
    ['https://example.org/a?b#c', 'https://example.org/a?b#c'],
    [' example.org ', 'https://example.org/'],
    ['intranet:8080/x', 'https://intranet:8080/x'],
    ['http://10.0.0.1', 'http://10.0.0.1/'],
  ])('%s is %s', (typed, found) => expect(typedAddress(typed)?.href).toBe(found));

  it.each(['', 'javascript:alert(1)', 'data:text/html,x', 'file:///etc/passwd', 'about:blank', 'mailto:a@b.example'])(
    'is none in %s',
    (typed) => expect(typedAddress(typed)).toBeUndefined(),
  );
});

describe('a page over HTTPS', () => {
  const page = { protocol: 'https:' };
  it('takes nothing over HTTP but from the same machine', () => {
    expect(isMixed(new URL('http://camera.example/'), page)).toBe(true);
    expect(isMixed(new URL('http://localhost:8080/'), page)).toBe(false);
    expect(isMixed(new URL('https://camera.example/'), page)).toBe(false);
    expect(isMixed(new URL('http://camera.example/'), { protocol: 'http:' })).toBe(false);
  });
});

describe('the sandbox of a framed page', () => {
  it('leaves another origin its own rights, so that one can sign in there', () =>
    expect(sandboxOf(new URL('https://example.org/'), 'https://easel.example')).toContain('allow-same-origin'));

  it('takes them from a page of our own origin', () =>
    expect(sandboxOf(new URL('https://easel.example/open/x'), 'https://easel.example')).toBe(
      'allow-scripts allow-forms allow-popups allow-popups-to-escape-sandbox allow-presentation',
    ));

  it('never lets a page leave the frame by taking the place of ours', () =>
    expect(sandboxOf(new URL('https://example.org/'), 'https://easel.example')).not.toContain('top-navigation'));
});

describe('an IP video', () => {
  it.each([
    ['https://cam.example/live/index.m3u8?token=1', ['hls']],
    ['https://cam.example/live?format=hls', ['hls']],
    ['https://cam.example/film.MP4', ['video']],
    ['http://cam.example/axis-cgi/mjpg/video.cgi', ['picture']],
    ['http://cam.example:8080/?action=stream', ['picture']],
    ['http://cam.example/?action=snapshot', ['still']],
    ['http://cam.example/now.jpg?width=800', ['still']],
    ['http://cam.example/cgi-bin/snapshot.cgi', ['still']],
    ['http://cam.example/stream', ['picture', 'video']],
    ['rtsp://cam.example:554/main', []],
    ['udp://239.0.0.1:1234', []],
    ['cam.example', []],
    ['', []],
  ])('at %s is tried as %j', (source, found) => expect(streamWays(source)).toEqual(found));
});
