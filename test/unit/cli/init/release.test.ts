import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pinAction } from '../../../../cli/init/release.ts';
import { version } from '../../../../src/text/version.ts';

test('recipes from a released command pin the release commit; those from a clone use the major tag', () => {
  const commit = '0123456789abcdef0123456789abcdef01234567';
  const recipe = 'steps:\n  - uses: octo/miniapp-deploy@v1\n    with:\n  - uses: octo/other@v1\n';
  assert.equal(
    pinAction(recipe, commit),
    recipe.replace('deploy@v1', `deploy@${commit} # v${version}`),
  );
  assert.equal(pinAction(recipe), recipe);
});
