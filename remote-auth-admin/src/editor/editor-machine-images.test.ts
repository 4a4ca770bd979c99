import { after, chosen, draft, draftPost, type Row, saves, starts, succeed, testTransitions, timerFired, typed, writes } from '../testing/editor-states.ts';

const ROWS: readonly Row[] = [
  {
    name: 'NS-30 a library image is saved after a pause',
    given: draft,
    when: chosen,
    effects: [writes({ imageId: 'image-2' }), starts(1000)],
  },
  {
    name: 'NS-30 an autosave sends a library image with its alt text',
    given: after(draft, chosen),
    when: timerFired,
    effects: [writes(), saves({ imageId: 'image-2', featuredImageAlt: 'Drummers' }, { isSilent: true })],
  },
  {
    name: 'NS-30 an autosave does not change properties of the image itself',
    given: after(draft, chosen, { type: 'changed', values: { focalX: '0.9', focalY: '0.1', decorative: 'true' } }),
    when: timerFired,
    effects: [writes(), { type: 'save', form: expect.not.objectContaining({ focalX: '0.9' }) }],
  },
  {
    name: 'NS-30 changed properties of the image remain unsaved after an autosave',
    given: after(draft, chosen, { type: 'changed', values: { focalX: '0.9', focalY: '0.1' } }, timerFired),
    when: succeed({ title: draftPost.title, featuredImage: '/img/2.jpg', featuredImageAlt: 'Drummers' }),
    state: { values: expect.objectContaining({ imageId: '', focalX: '0.9' }), baseline: expect.objectContaining({ focalX: '' }), timer: 'none' },
    effects: [writes()],
  },
  {
    name: 'NS-30 an autosaved library image becomes the image of the document',
    given: after(draft, chosen, timerFired),
    when: succeed({ title: draftPost.title, featuredImage: '/img/2.jpg', featuredImageAlt: 'Drummers' }),
    state: { values: expect.objectContaining({ imageId: '', imageSrc: '', featuredImageAlt: 'Drummers' }) },
    effects: [{ type: 'clearBackup' }],
  },
  {
    name: 'NS-30 a library image chosen during an autosave is saved afterwards',
    given: after(typed, timerFired, chosen),
    when: succeed(),
    state: { values: expect.objectContaining({ imageId: 'image-2' }) },
    effects: [writes(), starts(1000)],
  },
  {
    name: 'a changed alt text is saved after a pause if no image file is pending',
    given: draft,
    when: { type: 'changed', values: { featuredImageAlt: 'Friends' } },
    effects: [writes(), starts(1000)],
  },
  {
    name: 'a removed image is not autosaved',
    given: draft,
    when: { type: 'changed', values: { removeFeaturedImage: 'true', featuredImageAlt: '' } },
    effects: [writes()],
  },
];

describe('library images in the editor', () => {
  testTransitions(ROWS);
});
