/** The types of values. Each has a reader and a schema, and types.test.ts proves that the two agree. */
export * from './types/depth.ts';
export * from './types/display.ts';
export * from './types/file.ts';
export * from './types/list.ts';
export * from './types/number.ts';
export * from './types/parts.ts';
export * from './types/text.ts';
