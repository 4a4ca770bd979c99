import * as constants from './constants.ts';

describe('the numbers of the specification', () => {
  it('CONST are the ones that its section 9 lists', () => {
    expect({ ...constants }).toEqual({
      HERO_SLIDE_COUNT: 3,
      HERO_INTERVAL_MS: 5000,
      HERO_FADE_MS: 500,
      HERO_HEIGHT_PX: 600,
      TESTIMONIAL_COUNT: 5,
      TESTIMONIAL_INTERVAL_MS: 5000,
      RATING_SCALE: 5,
      CONFETTI_DURATION_MS: 5000,
      CONFETTI_PIECES: 500,
      CONFETTI_GRAVITY: 0.2,
      CONFETTI_COLORS: Array(5).fill(expect.stringMatching(/^#[0-9A-F]{6}$/)),
      BACK_TO_TOP_THRESHOLD_PX: 300,
      NEWS_EXCERPT_CHARACTERS: 150,
      EVENT_EXCERPT_CHARACTERS: 150,
      RELATED_POSTS_LIMIT: 2,
      TEAM_STAGGER_MS: 100,
      EXECUTIVE_TEAM_COUNT: 6,
      ADVISORY_BOARD_COUNT: 5,
      EVENT_HERO_HEIGHT_PX: 400,
      EBOOK_SLIDE_COUNT: 3,
      EBOOK_INTERVAL_MS: 3000,
      EBOOK_TRANSITION_MS: 350,
      VOLUNTEER_TOAST_MS: 5000,
      TOAST_LIMIT: 20,
      TOAST_ERROR_MS: 4000,
      TOAST_SUCCESS_MS: 2000,
      DEFAULT_PHONE_COUNTRY: 'NG',
      PHONE_INPUT_LIMIT_CHARACTERS: 250,
      LOGIN_PASSWORD_MIN_CHARACTERS: 6,
      DEFAULT_STAFF_ROUTE: '/admin/dashboard',
      PROGRAM_IMAGE_SIZE: { width: 500, height: 300 },
      TEAM_IMAGE_SIZE: { width: 400, height: 400 },
      EBOOK_IMAGE_SIZE: { width: 1080, height: 1080 },
      SITE_TIME_ZONE: 'Africa/Lagos',
    });
  });
});
