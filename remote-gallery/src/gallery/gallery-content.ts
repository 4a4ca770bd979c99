/** Texts that the specification prescribes (section 2). */
export const GALLERY_TITLE = 'Our Gallery';
export const GALLERY_LEAD = 'Moments of Impact and Transformation';
export const ALL_PHOTOS = 'All Photos';
export const ALBUM_EMPTY = 'Empty Album';
export const ALBUM_EMPTY_MESSAGE = 'No images have been added to this album yet.';
export const GALLERY_FAILED = 'Failed to load gallery';
export const ALBUM_MISSING = 'Album not found';
export const ALBUM_MISSING_HELP = 'The album may have been taken down. See all photos.';
