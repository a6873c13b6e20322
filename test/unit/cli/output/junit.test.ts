import assert from 'node:assert/strict';
import { test } from 'node:test';
import { renderJunit } from '../../../../cli/output/junit.ts';
import { fail, makeProblem, makeReport } from '../../report/sample.ts';

test('JUnit: errors are failed tests, warnings passed tests with output, and each app has a test', () => {
  const place = { path: 'a&b.html', line: 2, column: 3, code: 'no_page' };
  const problems = [
    makeProblem({ ...place, message: 'A <b> "is"\u0001', fix: 'Fix it' }),
    makeProblem({ severity: 'warning' }),
  ];
  const rejected = makeReport({
    folder: 'app',
    repositoryPath: 'app',
    ...fail({ kind: 'rejected' }),
    problems,
    moreProblems: 1200,
  });
  const notRun = makeReport({ outcome: 'not_run' });
  const xml = renderJunit([rejected, makeReport({ ...fail() }), makeReport(), notRun]);
  assert.deepEqual(xml.match(/<testsuite .*?>/g), [
    '<testsuite name="app" tests="3" failures="2" skipped="0">',
    '<testsuite name="miniapp-deploy" tests="1" failures="1" skipped="0">',
    '<testsuite name="miniapp-deploy" tests="1" failures="0" skipped="0">',
    '<testsuite name="miniapp-deploy" tests="1" failures="0" skipped="1">',
  ]);
  assert.ok(
    xml.includes(
      '<testcase name="app/a&amp;b.html:2:3 error no_page" classname="app" file="app/a&amp;b.html">',
    ),
  );
  assert.ok(xml.includes('<failure message="A &lt;b&gt; &quot;is&quot;␁" type="no_page">'));
  assert.ok(xml.includes('&#10;Fix it</failure>'));
  assert.equal(xml.match(/<failure /g)?.length, 3);
  assert.match(xml, /and 1,?200 more problems<\/failure>/);
  assert.match(xml, /<skipped message="[^"]+"><\/skipped>/);
});
