import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import type { Json } from '../service/readers.ts';

/**
 * The OpenAPI document. The build replaces this module with the document itself
 * (scripts/build-sandbox.ts).
 */
export const openapi: Json = parse(readFileSync(new URL('openapi.yaml', import.meta.url), 'utf8'));
