/** The types of values: each has one reader and one schema, held together by types.test.ts. */
export * from './types/display.ts';
export * from './types/file.ts';
export * from './types/list.ts';
export * from './types/number.ts';
export * from './types/parts.ts';
export * from './types/text.ts';
