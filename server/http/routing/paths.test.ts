import { describe, expect, it } from 'vitest';
import { anyone, described } from '../../../test/http/dummy-server.ts';
import { endpointsOf, explain, segmentsOf } from './paths.ts';
import type { Method, Route } from './route.ts';

const route = (method: Method, path: string): Route => ({ ...described, method, path, access: anyone, handle: () => '{}' });
const endpoints = endpointsOf([
  route('GET', '/canvases'),
  route('POST', '/canvases'),
  route('GET', '/canvases/:canvas_id'),
  route('GET', '/canvases/:canvas_id/notes/:widget_id'),
  route('GET', '/users/:user_id'),
  route('POST', '/users/login'),
  route('POST', '/users/password/reset'),
  route('GET', '/license'),
  route('PATCH', '/server-config'),
]);
const why = (path: string): string => {
  const { status, message, headers } = explain(endpoints, segmentsOf(path));
  return status === 405 ? `Allow ${headers.Allow}` : `${status} ${message}`;
};

describe('the answer on a path without a route', () => {
  it.each([
    ['/foo', '404 Unknown object type foo'],
    ['/foo/bar', '404 Unknown object type foo'],
    ['/Canvases', '404 Unknown object type Canvases'],
    ['/canvases/x/video-outputs', '404 Unknown object type video-outputs'],
    ['/canvases/x/video-outputs/y', '404 Unknown object type video-outputs'],
    ['/canvases/x/notes', 'a prefix only'],
    ['/canvases/x/notes/y/z', '404 Unknown object type z'],
    ['/license/install', '404 Unknown action install'],
    ['/server-config/foo/bar', '404 Unknown action foo'],
    ['/users/1000/foo', '404 Unknown action foo'],
    ['/users/password', '404 Unknown action password'],
    ['/users/register', '404 Unknown action register'],
    ['/users/register/foo', '404 Unknown action register'],
    ['/users/login/foo', '404 Unknown action foo'],
    ['/users/Login', 'Allow GET, HEAD'],
    ['/canvases/login', 'Allow GET, HEAD'],
    ['/users/password/foo', '404 Unknown action foo'],
    ['/users', '404 Unknown object type users'],
    ['/', '404 Unknown object type v1'],
    ['/canvases', 'Allow GET, HEAD, POST'],
    ['/users/login', 'Allow POST'],
    ['/users/1000', 'Allow GET, HEAD'],
    ['/server-config', 'Allow PATCH'],
  ])('%s: %s', (path, answer) => expect(why(path)).toBe(answer === 'a prefix only' ? '404 Unknown object type notes' : answer));
});

describe('a table of routes', () => {
  it('must not declare a method of a path twice', () => {
    expect(() => endpointsOf([route('GET', '/a/:x'), route('GET', '/a/:x')])).toThrow('GET /a/:x is declared twice');
  });

  it('must name a parameter of a path the same way everywhere', () => {
    expect(() => endpointsOf([route('GET', '/a/:x'), route('POST', '/a/:y')])).toThrow('name one parameter differently');
  });
});
