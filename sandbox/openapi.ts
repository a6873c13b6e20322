import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import type { Json } from './request.ts';

/**
 * The OpenAPI document. In the build scripts/build-sandbox.ts puts the document itself in the place
 * of this module.
 */
export const openapi: Json = parse(readFileSync(new URL('openapi.yaml', import.meta.url), 'utf8'));
