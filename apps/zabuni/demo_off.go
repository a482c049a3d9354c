//go:build !demo

package main

import (
	"context"

	"github.com/valyala/fasthttp"

	"zabuni.org/core/app"
	"zabuni.org/core/config"
)

// A program built without the tag demo holds no simulators, no mailbox and no
// demonstration data.
func demonstrate(context.Context, config.Settings, *app.App, string, func(string)) (map[string]fasthttp.RequestHandler, error) {
	return nil, nil
}

func demoCommands() []command { return nil }
