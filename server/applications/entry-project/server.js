import { createServer } from 'node:http';
import { readJson, sendFile, sendJson } from './lib/http.js';
import { menu } from './lib/menu.js';
import { placeOrder } from './lib/orders.js';
import { readAll } from './lib/store.js';

const port = Number(process.env.PORT ?? 4000);

const pages = {
  '/': ['index.html', 'text/html'],
  '/board': ['board.html', 'text/html'],
  '/style.css': ['style.css', 'text/css'],
  '/api.js': ['api.js', 'text/javascript'],
  '/order.js': ['order.js', 'text/javascript'],
  '/board.js': ['board.js', 'text/javascript'],
};

const server = createServer(async (request, response) => {
  const { pathname } = new URL(request.url, 'http://localhost');
  try {
    if (request.method === 'GET' && pages[pathname]) {
      await sendFile(response, ...pages[pathname]);
    } else if (request.method === 'GET' && pathname === '/api/menu') {
      sendJson(response, 200, menu);
    } else if (request.method === 'GET' && pathname === '/api/orders') {
      sendJson(response, 200, await readAll());
    } else if (request.method === 'POST' && pathname === '/api/orders') {
      sendJson(response, 201, await placeOrder(await readJson(request)));
    } else {
      sendJson(response, 404, { error: 'There is nothing here.' });
    }
  } catch (error) {
    sendJson(response, error.status ?? 500, { error: error.message });
  }
});

server.listen(port, () => {
  console.log(`Loaf & Leaf is open at http://localhost:${port}`);
});
