// What everybody can use, on a desk.
import { everywhere } from './states.mjs';
const viewport = { width: 1280, height: 800 };

everywhere({
  'desktop light': { viewport, colorScheme: 'light' },
  'desktop dark': { viewport, colorScheme: 'dark' },
});
