/** Texts that the specification prescribes (section 2). */
export const GALLERY_TITLE = 'Our Gallery';
export const GALLERY_LEAD = 'Moments of Impact and Transformation';
export const ALL_PHOTOS = 'All Photos';
export const EMPTY_ALBUM = 'Empty Album';
export const EMPTY_ALBUM_MESSAGE = 'No images have been added to this album yet.';
export const GALLERY_LOAD_FAILED = 'Failed to load gallery';
export const ALBUM_NOT_FOUND = 'Album not found';
export const ALBUM_NOT_FOUND_HELP = 'The album may have been taken down. See all photos.';
