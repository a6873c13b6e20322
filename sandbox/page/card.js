// One app's card. What comes from outside is put in as text, never as markup.

const words = {
  draft: 'draft',
  in_review: 'in review',
  not_approved: 'not approved',
  published: 'published',
  published_with_unreviewed_changes: 'published, with unreviewed changes',
  taken_down: 'taken down',
};

/** Makes a card that can be brought up to date without losing what is being typed. */
export function createCard(review) {
  const element = document.querySelector('#card').content.firstElementChild.cloneNode(true);
  const slots = Object.fromEntries([...element.querySelectorAll('[data-slot]')].map((one) => [one.dataset.slot, one]));
  let shown = '';
  slots.review.addEventListener('submit', async (event) => {
    event.preventDefault();
    const note = slots.review.elements.note;
    if (await review(element.dataset.slug, event.submitter.value, note.value)) {
      note.value = '';
    }
  });
  const update = (app) => {
    const next = JSON.stringify(app);
    if (next !== shown) {
      shown = next;
      fill(element, slots, app);
    }
  };
  return { element, update };
}

function fill(element, slots, app) {
  element.dataset.slug = app.slug;
  element.style.setProperty('--app-color', app.color);
  slots.picture.src = app.picture_url;
  slots.name.textContent = app.name;
  slots.tagline.textContent = app.tagline;
  slots.status.textContent = words[app.status] ?? app.status;
  slots.status.dataset.status = app.status;
  slots.url.textContent = app.url;
  slots.note.textContent = app.review_note ?? '';
  slots.note.hidden = app.review_note === null;
  slots.dates.textContent = toDates(app);
  slots.draft.href = app.draft_url;
  slots.public.hidden = app.public_url === null;
  slots.public.href = app.public_url ?? app.url;
  slots.review.hidden = app.moves.length === 0;
  for (const button of slots.review.querySelectorAll('button')) {
    button.hidden = !app.moves.includes(button.value);
  }
}

function toDates(app) {
  const dates = [
    `owner ${app.owner}`,
    `updated ${toDate(app.updated_at)}`,
    app.submitted_at && `submitted ${toDate(app.submitted_at)}`,
    app.published_at && `published ${toDate(app.published_at)}`,
  ];
  return dates.filter(Boolean).join(' · ');
}

function toDate(text) {
  return new Date(text).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' });
}
