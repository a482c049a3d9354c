//go:build !demo

package main

import (
	"context"
	"sync"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/valyala/fasthttp"

	"zabuni.org/core/app"
)

// A program built without the tag demo holds no simulators, no mailbox and no
// demonstration data.
func demonstrate(context.Context, settings, *app.App, *sync.WaitGroup, func(string)) (map[string]fasthttp.RequestHandler, error) {
	return nil, nil
}

func prepareClock(context.Context, *pgxpool.Pool, settings) error { return nil }
