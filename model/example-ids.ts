/**
 * The ids in the examples of the API document: one for each kind of thing, the same in every body, path and answer, so
 * that replacing each with a real id turns an example into a working request.
 */
export const exampleIds = {
  server: 'e7a1c0d4-8b2f-4365-9e18-7f6a5b4c3d2e',
  user: 1001,
  token: 'k3Jx0aVbN4uQ7mT2sR9wZc5EfGhYpL8dKiO1nUqXyA0',
  accessToken: 'b6d94e27-3f18-4c5a-8e70-9a1b2c3d4e5f',
  session: 'Zq8vW2nJt0xRb6LdYp4sKfHc1mUeAg7iOwTz3NyVrQk',
  group: 1002,
  folder: '52f0b7a9-e6d8-4c31-97b2-a4c3d2e1f0b8',
  /** Where something is moved or copied to. */
  destination: '0c9e8d7b-6a54-4f32-9b10-c1d2e3f4a5b6',
  canvas: '9b2f6c1e-4a57-4d0b-8f3e-6d1c2a7b9e40',
  root: '1a6e8d30-9c2b-4f75-b4e1-0d9c8b7a6f5e',
  widget: '3e0d5a86-72c4-4b19-a1f5-c8e94b2d6f17',
  /** The two widgets that a connector joins. */
  start: '7c41f9d2-05be-4e63-9d8a-1f2b3c4d5e6a',
  end: 'a8d3e5f7-1c92-4b06-8e4d-2f3a4b5c6d7e',
  client: '6b0e1f2a-9d84-4c37-a5b6-e8d7c6b5a493',
  mark: '1001.9b2f6c1e-4a57-4d0b-8f3e-6d1c2a7b9e40',
  annotation: 'd85c7e14-6b3f-4a92-8c0d-5e4f3a2b1c09',
  backup: '20261123T021500Z-4f2a',
  hash: '5f70bf18a086007016e948b04aed3b82103a36bea41755b6cddfaf10ace3c6ef',
} as const;
