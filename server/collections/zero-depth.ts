import type { Body } from '../../model/field.ts';

export interface ZeroDepthDeps {
  /** True: a create counts `depth: 0` as not sent, for programs that are older than the bound. False: it is refused. */
  readonly ignoresZeroDepth: boolean;
}

/** The body of a create as it is read (interface/widgets 1.2). */
export const createBody = ({ ignoresZeroDepth }: ZeroDepthDeps, body: Body): Body =>
  ignoresZeroDepth && body.depth === 0 ? { ...body, depth: null } : body;
