import { after, chosen, draft, draftPost, due, type Row, saves, starts, succeed, testTransitions, typed, writes } from '../testing/editor-states.ts';

const ROWS: readonly Row[] = [
  {
    name: 'NS-30 a library image is saved after a pause',
    given: draft,
    when: chosen,
    effects: [writes({ imageId: 'image-2' }), starts(1000)],
  },
  {
    name: 'NS-30 an autosave sends the image of the library with its alt text',
    given: after(draft, chosen),
    when: due,
    effects: [writes(), saves({ imageId: 'image-2', featuredImageAlt: 'Drummers' }, { isSilent: true })],
  },
  {
    name: 'NS-30 an autosave changes nothing that belongs to the image wherever it is shown',
    given: after(draft, chosen, { type: 'changed', values: { focalX: '0.9', focalY: '0.1', decorative: 'true' } }),
    when: due,
    effects: [writes(), { type: 'save', form: expect.not.objectContaining({ focalX: '0.9' }) }],
  },
  {
    name: 'NS-30 what belongs to the image is not saved by an autosave',
    given: after(draft, chosen, { type: 'changed', values: { focalX: '0.9', focalY: '0.1' } }, due),
    when: succeed({ title: draftPost.title, featuredImage: '/img/2.jpg', featuredImageAlt: 'Drummers' }),
    state: { values: expect.objectContaining({ imageId: '', focalX: '0.9' }), baseline: expect.objectContaining({ focalX: '' }), timer: 'none' },
    effects: [writes()],
  },
  {
    name: 'NS-30 a library image that an autosave has stored is the image of the document',
    given: after(draft, chosen, due),
    when: succeed({ title: draftPost.title, featuredImage: '/img/2.jpg', featuredImageAlt: 'Drummers' }),
    state: { values: expect.objectContaining({ imageId: '', imageSrc: '', featuredImageAlt: 'Drummers' }) },
    effects: [{ type: 'clearBackup' }],
  },
  {
    name: 'NS-30 a library image that was chosen during an autosave is saved after it',
    given: after(typed, due, chosen),
    when: succeed(),
    state: { values: expect.objectContaining({ imageId: 'image-2' }) },
    effects: [writes(), starts(1000)],
  },
  {
    name: 'an alt text is saved after a pause, unless it is that of an image that is not sent yet',
    given: draft,
    when: { type: 'changed', values: { featuredImageAlt: 'Friends' } },
    effects: [writes(), starts(1000)],
  },
  {
    name: 'an image that is removed goes with a save by hand',
    given: draft,
    when: { type: 'changed', values: { removeFeaturedImage: 'true', featuredImageAlt: '' } },
    effects: [writes()],
  },
];

describe('images of the library in the editor', () => {
  testTransitions(ROWS);
});
