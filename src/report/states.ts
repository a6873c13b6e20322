/** The six states of the service document, and the earlier form's one, after the app's name and as an explanation. */
const states: Readonly<Record<string, { readonly is: string; readonly means: string }>> = {
  draft: {
    is: 'is a draft',
    means: 'Only its owner sees the draft. Try it at its address, and send it for review when it is ready.',
  },
  in_review: { is: 'is in review', means: 'In review: nobody else sees it until it is reviewed.' },
  not_approved: {
    is: 'was not approved',
    means: 'Not approved, which is final: the app stays private to its owner and cannot be sent for review again.',
  },
  published: { is: 'is published', means: 'Published: everybody sees it.' },
  published_with_unreviewed_changes: {
    is: 'is published, with changes that are not reviewed',
    means: 'Everybody sees the published version. The changes are seen by nobody else until they are reviewed.',
  },
  taken_down: { is: 'was taken down', means: 'Taken down: nobody else sees it.' },
  changes_requested: {
    is: 'has to be changed',
    means: 'The reviewer asks for changes: make them, deploy, and send the app for review again.',
  },
};

/** What a status says of an app, to follow its name: `is in review`. A status that is not known is quoted. */
export function describeState(status: string | null): string {
  const known = status === null ? undefined : findState(status);
  return known?.is ?? (status === null ? 'was read' : `has the status ${status}`);
}

/** What a status means for the people who see the app, or do not; null when the service's word is not known. */
export function explainState(status: string | null): string | null {
  return (status === null ? undefined : findState(status))?.means ?? null;
}

function findState(status: string): { readonly is: string; readonly means: string } | undefined {
  return Object.hasOwn(states, status) ? states[status] : undefined;
}
