import type { Topic } from './topic.ts';

export const images = {
  name: 'Images',
  rules: [
    '**Uploads.** JPEG, PNG, WebP and AVIF, recognised by their first bytes, up to 10 MB, 40 million pixels and one frame; two files per form.',
    'They are stored again as JPEG or WebP, at most 2,560 pixels on the longer side. Nothing else of a file remains, name and metadata included.',
    'A file that cannot be decoded is 415 or 422. One account can send 300 files in an hour (then 429).',
    '**URLs** are `/img/upload[/<transformation>…]/v<version>/<id>.<ext>`, in the grammar of the image CDN.',
    'Only the sizes that pages request are rendered (`provider/src/images/transformation.ts`), one per URL; others are 400.',
    'A width alone keeps the aspect ratio and never enlarges; a box is filled and cropped. The server chooses the quality.',
    'One client can have 250 renderings pending (503) and 2,000 in an hour (429). They are scheduled fairly, and cancelled if the client disconnects.',
    '**Private images** are 404. The URL of the image of a draft has a key, which only staff get.',
    'Staff need no key: bound sessions have the cookie `image-access` (HttpOnly, SameSite=Strict, path `/img`), others the `Bearer` token.',
    '**Caching.** Public images have an entity tag and `Cache-Control: public, max-age=86400, s-maxage=4`.' +
      ' Once withdrawn or deleted, they are 404 and never 304.',
    'Images of drafts are `private, no-cache`. Images of the pages (`samples-…`) are immutable for a year.',
    'Pages refer to some images by fixed ids: `samples-team-exec-1`, `samples-team-board-1`, `samples-program-<slug>`, `samples-ebook-1` and so on.',
    '**Share cards.** `shareImage` of public content is a JPEG for link previews, 1200 x 630 pixels, at most 200 KB, with title and date.',
    'Its URL, `/img/share/<folder>/<id>/<version>.jpg`, changes with the card. Former URLs redirect; private content is 404. Summaries in lists have no card.',
    '**Status.** New gallery images are published, or drafts if a contributor adds them.',
  ],
  operations: {
    listImages: ['Lists gallery images'],
    listPublishedImages: ['Lists published images, newest first'],
    getImage: ['Returns a gallery image'],
    createImage: ['Adds a gallery image'],
    updateImage: ['Changes a gallery image'],
    deleteImage: ['Deletes a gallery image'],
    restoreImage: ['Restores a gallery image'],
    moveToAlbum: ['Moves images to an album, or out of albums'],
    listAlbums: ['Lists albums'],
    getAlbum: ['Returns an album'],
    listAlbumImages: ['Lists the images of an album'],
    createAlbum: ['Creates an album'],
    updateAlbum: ['Renames an album'],
    deleteAlbum: ['Deletes an album'],
    restoreAlbum: ['Restores an album'],
    orderAlbums: ['Sorts albums; others follow in their previous order'],
    orderAlbumImages: ['Sorts images of an album; others follow in their previous order, and new ones come first'],
    uploadTextImage: [
      'Stores an image for the text of a document',
      'Everyone may see the image once a text that shows it is published; staff before that; no user if all these texts are in the trash.',
    ],
  },
} as const satisfies Topic;

export const mediaLibrary = {
  name: 'Media library',
  rules: [
    'The library has every image once. An image of several documents is public while public content shows it.',
    'A file sent with the form of one of these documents becomes a separate image.',
    'Contributors change images that only their own drafts show. They change and delete images that they have added while no content shows them.',
  ],
  operations: {
    listLibraryImages: ['Lists every image, newest first, with the content that shows it (`uses`, `useCount`)'],
    getLibraryImage: ['Returns an image by the id in its URL'],
    createLibraryImage: [
      'Adds an image that no content shows yet',
      'Only staff see it until public content shows it. It stays until it is deleted (`stays`).',
      'Other images are removed with the last version that shows them.',
    ],
    updateLibraryImage: [
      'Changes an image everywhere, under the same URL',
      'The new alt text also replaces the same former alt text, or none, in the content that shows the image.',
    ],
    deleteLibraryImage: [
      'Deletes an image that no content shows',
      '409 names the content that shows it, the trash included. Until the trash is emptied, versions still show the image to staff.',
    ],
    restoreLibraryImage: ['Restores an image'],
  },
} as const satisfies Topic;

export const consent = {
  name: 'Consent to photos',
  rules: [
    'Every form with an image takes `showsMinors`, `consentBy` and `consentOn`. They belong to the file: another file needs its own consent.',
    'A client that never sends them publishes as before.',
    'With `showsMinors` but not the others, a document cannot be published or scheduled (422, `errors.consentBy`, `errors.consentOn`).',
    'Nor can a document whose text shows such an image (`errors.content`). Drafts can be saved.',
    'The database also records who stored the consent, and when. A public or scheduled image keeps its consent in the media library.',
  ],
  operations: {
    withdrawImage: [
      'Withdraws an image, by the id in its URL',
      'Image, alt text and caption disappear from all content, drafts and trash in one revision, with the files of every size.',
      'The image cannot be restored, not even from a backup.',
      'The image is 404 at once. Pages, feeds and sitemap follow within 2 s, caches in front of the host within 5 s.',
      "A visitor's browser may keep it for a day. No server can take back the copies that visitors have saved.",
    ],
  },
} as const satisfies Topic;
