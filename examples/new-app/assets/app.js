'use strict';

const count = document.querySelector('#count');
// Storage is refused in a private window: then the app begins at 0 each time.
const storage = {
  read() {
    try {
      return Number(localStorage.getItem('count')) || 0;
    } catch {
      return 0;
    }
  },
  write(value) {
    try {
      localStorage.setItem('count', String(value));
    } catch {
      // Nothing is lost but the memory.
    }
  },
};

count.textContent = String(storage.read());
document.querySelector('#press').addEventListener('click', () => {
  const value = Number(count.textContent) + 1;
  count.textContent = String(value);
  storage.write(value);
});
